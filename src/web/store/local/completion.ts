import { signal } from '@preact/signals';
import type { Candidate } from '../../views/compose/candidates.ts';
import type { CompletionContext } from '../../views/compose/completion-context.ts';

/** The open list of suggestions of a text field. */
export interface OpenCompletion {
  field: HTMLTextAreaElement;
  context: CompletionContext;
  candidates: readonly Candidate[];
  /** The index of the active candidate. */
  at: number;
}

export const openCompletion = signal<OpenCompletion | undefined>(undefined);

/** The completion that the user closed, by its field, start and first character. Typing more does not reopen it. */
export const dismissed: { field?: HTMLTextAreaElement | undefined; from: number; sign?: string | undefined } = {
  from: 0,
};
