import { useEffect } from 'preact/hooks';
import { fetchPreviews, refetchUnsure } from '../actions/recent-conversations.ts';
import { t } from '../i18n/text.ts';
import { type Conversation, getKey } from '../store/conversation.ts';
import type { Preview } from '../store/recent-conversations.ts';
import { registrations, store } from '../store/store.ts';
import { displayName } from '../text/names.ts';
import { getText } from '../text/safe-html.ts';

/** The line of a conversation's newest message. The row's link names it as its description. */
export const PreviewLine = ({ conversation, preview }: { conversation: Conversation; preview: Preview }) => (
  <span id={previewId(conversation)} class="recent-preview" aria-hidden="true">
    <span>
      <PreviewSender conversation={conversation} preview={preview} />
    </span>
    <span dir="auto">{previewText(preview)}</span>
  </span>
);

export const previewId = (conversation: Conversation): string => `preview-${getKey(conversation)}`;

/** The beginning of a preview: `You: `. The sender is named unless only one other user can be meant. */
function PreviewSender({ conversation, preview: { sender } }: { conversation: Conversation; preview: Preview }) {
  const isObvious = conversation.kind === 'direct' && conversation.people.length === 1;
  if (store.mutedUsers.value.has(sender)) return null;
  if (sender === store.me.value.id) return <>{t('You: {text}', { text: '' })}</>;
  if (isObvious) return null;
  // The name has a direction of its own, so that its end is cut off and not its beginning.
  const [before, after] = t('{name}: {text}', { name: '\0', text: '' }).replace(ISOLATES, '').split('\0');
  return (
    <>
      {before}
      <bdi>{displayName(sender)}</bdi>
      {after}
    </>
  );
}

/** The characters that separate the direction of a value from that of the text around it. */
const ISOLATES = /[\u2066-\u2069]/g;

/** The text of a preview. It has a direction of its own, so that its end is cut off and not its beginning. */
function previewText({ sender, html }: Preview): string {
  if (store.mutedUsers.value.has(sender)) return t('This message is hidden because you muted the sender.');
  const [, widget, title] = WIDGET.exec(html) ?? [];
  if (title)
    return t('{name}: {text}', { name: widget === 'poll' ? t('Poll') : t('To-do list'), text: getText(title) });
  return (
    getText(html)
      .replace(/^\/me /, '')
      .slice(0, PREVIEW) || t('Image or file')
  );
}

/** The HTML of a poll or a to-do list, up to the end of its title. */
const WIDGET = /^<p>\/(poll|todo) ([^<]+)/;

const PREVIEW = 200;

/** Fetches the newest messages of the rendered conversations that are not known, and follows moves and deletions. */
export function usePreviews(rows: readonly { conversation: Conversation; newest: number }[]): void {
  const { all, unsure } = store.recentConversations.value;
  const missing = rows.flatMap(({ conversation, newest }) => {
    const known = all.get(getKey(conversation));
    return newest > 0 && !(known?.preview && known.newest >= newest) ? [newest] : [];
  });
  useEffect(
    () => void (missing.length > 0 && fetchPreviews(missing).catch(() => {})),
    [missing.join(), registrations.value],
  );
  useEffect(() => void (unsure.length > 0 && refetchUnsure().catch(() => {})), [unsure]);
}
