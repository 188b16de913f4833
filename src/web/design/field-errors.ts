import { createContext } from 'preact';

/** The error of a form field; `name` is the API's parameter name. Fields with that name show the error. */
export const FieldError = createContext<{ name: string; text: string } | undefined>(undefined);
