import { toast } from '../design/layers.tsx';
import { errorText } from '../errors/error-text.ts';
import type { Narrow } from '../store/narrow.ts';

/** Marks all messages of a narrow as read, and offers to undo it. */
export const markRead = (narrow: Narrow): void =>
  void import('./mark-read.ts').then(
    ({ markReadWithUndo }) => markReadWithUndo(narrow),
    (error) => toast(errorText(error), true),
  );
