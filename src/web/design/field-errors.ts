import { createContext } from 'preact';

/** What is wrong with a form's field: `name` as the API has it. Fields of that name say so. */
export const Wrong = createContext<{ name: string; text: string } | undefined>(undefined);
