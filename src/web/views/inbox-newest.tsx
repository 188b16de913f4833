import { addStyle } from '../design/load-style.ts';
import { Avatar } from '../design/primitives.tsx';
import { type Conversation, getKey } from '../store/conversation.ts';
import { store } from '../store/store.ts';
import { formatDateTime, formatTimeOrDay } from '../text/format.ts';
import { displayName } from '../text/names.ts';
import { PreviewLine, usePreviews } from './preview-line.tsx';
import css from './recent-conversations.css';

addStyle(css);

/** Fetches the newest messages of the rows of the inbox. Shows nothing. */
export function FetchNewest({ rows }: { rows: readonly { conversation: Conversation; newest: number }[] }) {
  usePreviews(rows);
  return null;
}

/** The line of the newest message, the face of its sender and the time, which the style sheet places in the row. */
export function Newest({ conversation }: { conversation: Conversation }) {
  const known = store.recentConversations.value.all.get(getKey(conversation));
  if (!known?.preview) return null;
  const { preview, timestamp } = known;
  return (
    <>
      <PreviewLine conversation={conversation} preview={preview} />
      {conversation.kind === 'topic' && (
        <span class="faces" aria-hidden="true">
          <Avatar
            name={displayName(preview.sender)}
            url={store.users.value.get(preview.sender)?.avatar_url}
            size={20}
          />
        </span>
      )}
      <time dateTime={new Date(timestamp * 1000).toISOString()} title={formatDateTime(timestamp)}>
        {formatTimeOrDay(timestamp)}
      </time>
    </>
  );
}
