import { type Conversation, getKey } from '../store/conversation.ts';
import { type Shared, sharedFiles } from '../store/local/shared-into-app.ts';
import { getDraft, saveDraft, saveUnaddressedText, unaddressedText } from './drafts.ts';

/** Offers what was shared to the message box for which the user chooses the recipients. */
export function offerShared({ text, files }: Shared): void {
  if (text) saveUnaddressedText(text);
  sharedFiles.value = { files };
}

/** Stops offering it. */
export function withdrawShared({ text }: Shared): void {
  if (unaddressedText() === text) saveUnaddressedText('');
  if (sharedFiles.peek()?.to === undefined) sharedFiles.value = undefined;
}

/** Puts what was shared into the message box of a conversation. */
export function addressShared({ text, files }: Shared, conversation: Conversation): void {
  sharedFiles.value = { files, to: getKey(conversation) };
  const draft = getDraft(conversation);
  if (text) saveDraft(conversation, draft ? `${draft}\n${text}` : text);
}
