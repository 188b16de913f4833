export interface ErrorDetails {
  /** The error text for the user. */
  text: string;
  /** The API parameters that the error concerns, if any. */
  fields: readonly string[];
}

/** The loaded translations of error messages. */
export const errorTranslator: {
  /** The code of their language; empty until they are loaded. */
  language: string;
  translate?: (text: string) => ErrorDetails | undefined;
} = { language: '' };
