import { useSignal } from '@preact/signals';
import { useEffect, useRef } from 'preact/hooks';
import { addressShared, offerShared, withdrawShared } from '../../actions/shared-into-app.ts';
import { Hash, SendHorizontal } from '../../design/icons.ts';
import { addStyle } from '../../design/load-style.ts';
import { Paperclip } from '../../design/more-icons.ts';
import lines from '../../design/paged.css';
import { EmptyState, FilterField, Icon, Skeleton } from '../../design/primitives.tsx';
import { plural, t } from '../../i18n/text.ts';
import { parseRoute } from '../../routing/router.ts';
import { type Conversation, getKey } from '../../store/conversation.ts';
import { deleteShared, readShared } from '../../store/local/shared-cache.ts';
import type { Shared } from '../../store/local/shared-into-app.ts';
import { conversationIn } from '../../store/narrow.ts';
import { channelLabel, channelName, displayNames, makeHref } from '../../text/names.ts';
import { formatBytes } from '../../text/numbers.ts';
import { ConversationAvatar } from '../people/conversation-avatar.tsx';
import { finder } from '../search/quick-switcher.tsx';
import { suggestedConversations } from '../search/suggested-conversations.ts';
import { TopicName } from '../topic-name.tsx';
import css from './share.css';

addStyle(lines);
addStyle(css);

/** How many conversations are offered before the user searches. */
const OFFERED = 30;

/** What another app has shared with the installed client, and the conversations that it can be sent to. */
export function ShareView({ id }: { id: string }) {
  /** null: nothing was shared. */
  const shared = useSignal<Shared | null | undefined>(undefined);
  const isChosen = useRef(false);
  useEffect(() => {
    void readShared(id).then((found) => {
      if (found) offerShared(found);
      shared.value = found ?? null;
    });
    return () => {
      const left = shared.peek();
      if (!left || isChosen.current) return;
      withdrawShared(left);
      void deleteShared();
    };
  }, []);
  if (shared.value === undefined) return <Skeleton label={t('Loading…')} />;
  if (shared.value === null)
    return (
      <EmptyState icon={SendHorizontal} title={t('Nothing to share')}>
        <p>{t('Text and files that you share from other apps appear here.')}</p>
      </EmptyState>
    );
  const found = shared.value;
  const choose = (conversation: Conversation) => {
    isChosen.current = true;
    withdrawShared(found);
    addressShared(found, conversation);
    void deleteShared();
    location.hash = makeHref(conversation);
  };
  return (
    <div class="share">
      <SharedContent shared={found} />
      <Choice choose={choose} />
    </div>
  );
}

const SharedContent = ({ shared: { text, files } }: { shared: Shared }) => (
  <section class="share-content" aria-label={t('Shared content')}>
    {text && (
      <p class="share-text" dir="auto">
        {text}
      </p>
    )}
    {files.length > 0 && (
      <ul aria-label={plural(files.length, '{n} file', '{n} files')}>
        {files.map(({ name, size }, at) => (
          <li key={at}>
            <Icon of={Paperclip} size={16} />
            <bdi class="row-name">{name}</bdi>
            <span class="line-note">{formatBytes(size)}</span>
          </li>
        ))}
      </ul>
    )}
  </section>
);

function Choice({ choose }: { choose: (conversation: Conversation) => void }) {
  const query = useSignal('');
  const found = query.value.trim()
    ? searchConversations(query.value)
    : suggestedConversations(OFFERED).map(({ conversation }) => conversation);
  return (
    <section class="share-choice" aria-labelledby="share-title">
      <h2 id="share-title">{t('Send to')}</h2>
      <FilterField label={t('Find a conversation')} value={query} />
      {found.length === 0 && <p class="field-hint">{t('No matches')}</p>}
      <ul class="lines" aria-labelledby="share-title">
        {found.map((conversation) => (
          <li key={getKey(conversation)}>
            <button type="button" class="line" onClick={() => choose(conversation)}>
              <ConversationLine conversation={conversation} />
            </button>
          </li>
        ))}
      </ul>
    </section>
  );
}

/** The conversations among the destinations that the palette finds. */
const searchConversations = (query: string): Conversation[] =>
  finder.results(query, []).flatMap(({ href }) => {
    const route = href && parseRoute(href);
    return (route && route.view === 'narrow' && conversationIn(route.narrow)) || [];
  });

const ConversationLine = ({ conversation }: { conversation: Conversation }) =>
  conversation.kind === 'direct' ? (
    <>
      <ConversationAvatar people={conversation.people} />
      <span class="line-name" dir="auto">
        {displayNames(conversation.people)}
      </span>
    </>
  ) : (
    <>
      <Icon of={Hash} />
      <span class="line-body">
        <span class="line-name" dir="auto">
          <TopicName topic={conversation.topic} />
        </span>
        <span class="line-note" dir="auto">
          {channelLabel(channelName(conversation.channel))}
        </span>
      </span>
    </>
  );
