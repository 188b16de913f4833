import type { RefObject } from 'preact';
import { useRef } from 'preact/hooks';
import { memo } from '../../design/memo.ts';
import { Skeleton } from '../../design/primitives.tsx';
import { t } from '../../i18n/text.ts';
import { getConversation, getKey } from '../../store/conversation.ts';
import type { Unsent } from '../../store/local/outbox.ts';
import type { LoadedNarrow } from '../../store/messages.ts';
import { channelIn, conversationIn, isWholeFeed, type Message, type Narrow } from '../../store/narrow.ts';
import { store } from '../../store/store.ts';
import { formatDay } from '../../text/format.ts';
import { divideIntoBoxes, type GroupedMessage, groupMessages, type RowBox } from './message-groups.ts';
import { MessageRow, UnsentRow } from './message-row.tsx';
import { SCREENFUL } from './progressive-rows.ts';
import { RecipientBar } from './recipient-bar.tsx';
import { useSkippedBoxes } from './skipped-boxes.ts';
import { TypingLine } from './typing-line.tsx';

interface FeedRowsProps {
  content: RefObject<HTMLDivElement | null>;
  narrow: Narrow;
  loaded: LoadedNarrow;
  messages: readonly Message[];
  unsent: readonly Unsent[];
  divider: number | undefined;
  /** The ids of the first and the last rendered message. */
  range: readonly [first: number, last: number];
  /** Whether the first message is rendered, and whether messages at the end are not rendered yet. */
  isStart: boolean;
  lacks: boolean;
  spectator: boolean;
}

/** The messages with their headings. Skeletons stand for what is not loaded yet. */
export function FeedRows({ content, narrow, loaded, messages, unsent, divider, range, ...shown }: FeedRowsProps) {
  const { window } = loaded;
  const [first, last] = range;
  const conversation = conversationIn(narrow);
  // The layout of a row does not depend on rows that are not rendered, so all messages are grouped but only some are
  // rendered.
  const grouped = groupMessages(messages, conversation !== undefined, divider, store.me.value.id);
  const known = useRef<readonly RowBox[]>([]);
  const boxes = divideIntoBoxes(grouped, conversation !== undefined, known.current);
  known.current = boxes;
  useSkippedBoxes(content);
  return (
    <div ref={content} class="feed-content" data-oldest={window.oldest || undefined}>
      {!(window.oldest && shown.isStart) && <Skeleton key={`above ${first}`} rows={2} />}
      {boxes.map((box) => {
        const begin = box.rows.filter(({ message }) => message.id < first).length;
        const end = box.rows.filter(({ message }) => message.id <= last).length;
        return (
          begin < end && (
            <Rows key={box.key} {...{ box, begin, end, narrow }} matches={loaded.matches} spectator={shown.spectator} />
          )
        );
      })}
      {unsent.map((one) => (
        <UnsentRow key={one.local_id} unsent={one} />
      ))}
      {/* Missed messages are fetched below the visible ones. Usually there are none, and nothing moves. */}
      {((!window.newest && !loaded.cut) || shown.lacks) && (
        // A new element for each position, because an element that moves would count as a layout shift.
        <Skeleton key={`below ${last}`} rows={shown.lacks ? SCREENFUL : 2} />
      )}
      {conversation ? (
        <TypingLine in={getKey(conversation)} />
      ) : (
        isWholeFeed(narrow) && <TypingLine channel={channelIn(narrow)} />
      )}
    </div>
  );
}

interface RowsProps {
  box: RowBox;
  /** The rendered rows of the box. */
  begin: number;
  end: number;
  narrow: Narrow;
  matches: LoadedNarrow['matches'];
  spectator: boolean;
}

/** A box of rows. `data-rows` changes with them, so that the box is laid out again. */
const Rows = memo(({ box, begin, end, narrow, matches, spectator }: RowsProps) => (
  <div class="row-box" data-rows={`${begin} ${end} ${box.rows[begin]!.message.id}`}>
    {box.rows.slice(begin, end).flatMap((row) => rowWithHeadings(row, narrow, matches, spectator))}
  </div>
));

/** A message, after the day, the "New" line and the conversation if they begin with it. */
const rowWithHeadings = (
  { message, newDay, newConversation, isDivider, isContinuation }: GroupedMessage,
  narrow: Narrow,
  matches: LoadedNarrow['matches'],
  spectator: boolean,
) => [
  newDay && (
    <h2 key={`d${message.id}`} class="day" translate={false}>
      <span>{formatDay(message.timestamp)}</span>
    </h2>
  ),
  isDivider && (
    <h2 key="unread" class="unread-divider" translate={false}>
      <span>{t('New')}</span>
    </h2>
  ),
  newConversation && (
    <RecipientBar
      key={`p${message.id}`}
      conversation={getConversation(message, store.me.value.id)}
      id={message.id}
      found={matches?.get(message.id)?.match_subject}
      inChannel={channelIn(narrow) !== undefined}
    />
  ),
  <MessageRow
    key={message.id}
    message={message}
    narrow={narrow}
    match={matches?.get(message.id)}
    follows={isContinuation}
    spectator={spectator}
  />,
];
