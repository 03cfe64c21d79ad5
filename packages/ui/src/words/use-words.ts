import { useStore } from 'zustand';
import { type Language, type Say, spoken } from './words.ts';

/** `say` in the language that is spoken now. */
export const useWords = (): Say => useStore(spoken, (now) => now.say);
export const useLanguage = (): Language => useStore(spoken, (now) => now.language);
