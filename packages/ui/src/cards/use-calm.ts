import { useEffect, useState } from 'react';

/** How long a new card takes no answer, in milliseconds: what was typed or clicked for something else must not reach it. */
export const calmMs = 400;

/** False until the card has been in sight long enough. */
export function useCalm(requestId: string): boolean {
  const [calm, setCalm] = useState<string | null>(null);
  useEffect(() => {
    const timer = setTimeout(() => setCalm(requestId), calmMs);
    return () => clearTimeout(timer);
  }, [requestId]);
  return calm === requestId;
}
