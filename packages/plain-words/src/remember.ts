/**
 * Keeps the last results of a pure function by a text key, the oldest dropped first. A command is read when its step
 * begins, when its card is shown and when the turn is summed up: read once, it is said three times.
 */
export function remember<Value>(most: number): (key: string, make: () => Value) => Value {
  const kept = new Map<string, Value>();
  return (key, make) => {
    const known = kept.get(key);
    if (known !== undefined) {
      kept.delete(key);
      kept.set(key, known);
      return known;
    }
    const value = make();
    kept.set(key, value);
    if (kept.size > most) kept.delete(kept.keys().next().value!);
    return value;
  };
}
