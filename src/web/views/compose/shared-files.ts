import { useEffect } from 'preact/hooks';
import { type Conversation, getKey } from '../../store/conversation.ts';
import type { MessageField } from '../../store/local/elements.ts';
import { sharedFiles } from '../../store/local/shared-into-app.ts';
import { attach } from './files.ts';

/**
 * Attaches files that another app has shared to the box of their conversation, or to the one without recipients.
 * `field`: that of a box that sends messages.
 */
export function useSharedFiles(field: MessageField | undefined, conversation: Conversation | undefined): void {
  const { value: waiting } = sharedFiles;
  const key = conversation && getKey(conversation);
  useEffect(() => {
    if (!field || !waiting || waiting.to !== key) return;
    sharedFiles.value = undefined;
    attach(field, waiting.files, conversation);
  }, [waiting, key]);
}
