import { createStore } from 'zustand/vanilla';

/** What a screen reader says by itself: new cards (at once) and the end of a turn (when it's quiet). Nothing else. */
export const announced = createStore<{ readonly card: string; readonly news: string }>(() => ({ card: '', news: '' }));

export const announceCard = (card: string): void => announced.setState({ card });
export const announceNews = (news: string): void => announced.setState({ news });
