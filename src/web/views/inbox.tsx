import { useSignal } from '@preact/signals';
import { POLICY } from '../../shared/topic-policies.ts';
import { readStored, writeStored } from '../actions/local-storage.ts';
import { Bell, ChevronDown, ChevronRight, Inbox as InboxIcon, MailOpen } from '../design/icons.ts';
import { isNarrow } from '../design/layers.tsx';
import { lazyView } from '../design/lazy.tsx';
import { Badge, Button, EmptyState, FilterField, Icon } from '../design/primitives.tsx';
import { plural, t } from '../i18n/text.ts';
import { type Conversation, getKey, topicKey } from '../store/conversation.ts';
import { type Narrow, narrowTo } from '../store/narrow.ts';
import { STEPS } from '../store/onboarding.ts';
import { store } from '../store/store.ts';
import { isMuted, isMutedAt } from '../store/topics.ts';
import type { UnreadIn } from '../store/unread.ts';
import { channelName, displayNames, hrefOfChannel, makeHref, topicName } from '../text/names.ts';
import { ChannelSign } from './feed/recipient-bar.tsx';
import { useGrowingList } from './growing-list.tsx';
import { markRead } from './mark-read-lazily.ts';
import { MentionSign } from './mention-sign.tsx';
import { ConversationAvatar } from './people/conversation-avatar.tsx';
import { channelSections } from './sidebar/channel-sections.ts';
import { TopicName } from './topic-name.tsx';
import { hasFollowed, hasMuted } from './topic-policies.ts';
import { mentioned, newest } from './unread-counts.ts';

const FetchNewest = lazyView(() => import('./inbox-newest.tsx').then(({ FetchNewest }) => FetchNewest));
const Newest = lazyView(() => import('./inbox-newest.tsx').then(({ Newest }) => Newest));
const Welcome = lazyView(() => import('./welcome/welcome.tsx').then(({ Welcome }) => Welcome));

const latest = (a: UnreadIn, b: UnreadIn): number => newest(b) - newest(a);
const unreadLabel = (n: number): string => plural(n, '{n} unread message', '{n} unread messages');

type Filter = 'unmuted' | 'followed' | 'all';
const STORED = 'inbox';
/** The number of rows rendered in one frame. */
const STEP = 12;

interface Group {
  /** undefined for direct messages. */
  channel?: number;
  waiting: readonly UnreadIn[];
}

/** All unread conversations: direct messages first, then channels with topics, in the order of the left sidebar. */
export function Inbox() {
  const filter = useSignal<Filter>(readStored(STORED, 'unmuted'));
  const words = useSignal('');
  const all = store.unread.value.conversations;
  const groups = makeGroups(all, filter.value, words.value.trim().toLowerCase());
  const { shown, end } = useGrowingList(
    groups.reduce((sum, { waiting }) => sum + countRows(waiting), 0),
    STEP,
    filter.value + words.value,
  );
  const parts = takeFirst(groups, shown);
  const isNew = store.onboardingSteps.value.has(STEPS.welcome);
  if (all.size === 0) return isNew ? <Welcome /> : <Nothing />;
  const named: [name: Filter, label: string, isUseful: boolean][] = [
    ['unmuted', t('Unmuted'), true],
    ['followed', t('Followed'), hasFollowed.value],
    ['all', t('Include muted'), hasMuted.value],
  ];
  const choices = named.filter(([name, , isUseful]) => isUseful || name === filter.value);
  return (
    <div class="page inbox">
      <div class="page-tools">
        <FilterField label={t('Find in inbox')} {...(isNarrow() && { placeholder: t('Filter') })} value={words} />
        {choices.length > 1 && (
          <div class="choice" role="group" aria-label={t('Show')}>
            {choices.map(([name, label]) => (
              <button
                type="button"
                key={name}
                aria-pressed={filter.value === name}
                onClick={() => {
                  filter.value = name;
                  writeStored(STORED, name === 'unmuted' ? undefined : name);
                }}
              >
                {label}
              </button>
            ))}
          </div>
        )}
      </div>
      {isNew && (
        <div class="welcome-place">
          <Welcome canFold />
        </div>
      )}
      {store.unread.value.missing && <p class="page-note">{t('Some older unread messages aren’t listed here.')}</p>}
      {groups.length === 0 && (
        <EmptyState icon={InboxIcon} title={t('No matching unread messages')}>
          <p>{t('To see muted topics, turn on “Include muted”.')}</p>
        </EmptyState>
      )}
      <FetchNewest rows={parts.flatMap(newestRows)} />
      {parts.map(({ group, most }) => (
        <GroupCard key={group.channel ?? 'direct'} group={group} most={most} isFound={words.value !== ''} />
      ))}
      {end}
    </div>
  );
}

const Nothing = () => (
  <EmptyState icon={InboxIcon} title={t('No unread messages')}>
    <p>{t('New messages will appear here.')}</p>
    <a class="button button-plain" href="#recent">
      {t('Recent conversations')}
    </a>
  </EmptyState>
);

function makeGroups(all: ReadonlyMap<string, UnreadIn>, filter: Filter, words: string): Group[] {
  const policies = store.topicPolicies.value;
  const channels = store.channels.value;
  const isFound = (conversation: Conversation): boolean =>
    getName(conversation).toLowerCase().includes(words) ||
    (conversation.kind === 'topic' && channelName(conversation.channel).toLowerCase().includes(words));
  const isShown = (key: string, { conversation }: UnreadIn): boolean => {
    if (words !== '' && !isFound(conversation)) return false;
    if (filter === 'followed') return policies.get(key) === POLICY.followed;
    return (
      filter === 'all' || conversation.kind === 'direct' || !isMutedAt(policies, channels, conversation.channel, key)
    );
  };
  const byChannel = new Map<number | undefined, UnreadIn[]>();
  for (const [key, one] of all) {
    if (!isShown(key, one)) continue;
    const channel = one.conversation.kind === 'topic' ? one.conversation.channel : undefined;
    const before = byChannel.get(channel);
    if (before) before.push(one);
    else byChannel.set(channel, [one]);
  }
  const direct = byChannel.get(undefined);
  byChannel.delete(undefined);
  const inOrder = channelSections.value
    .flatMap((part) => [...part.channels, ...part.inactive])
    .map(({ stream_id }) => stream_id);
  const rest = [...byChannel.keys()].filter((id): id is number => id !== undefined && !channels.get(id)?.subscribed);
  return [
    ...(direct ? [{ waiting: direct }] : []),
    ...[...inOrder, ...rest].flatMap((channel) => {
      const waiting = byChannel.get(channel);
      byChannel.delete(channel);
      return waiting ? [{ channel, waiting }] : [];
    }),
  ];
}

const ROWS = 12;
const countRows = ({ length }: readonly UnreadIn[]): number => 1 + Math.min(length, ROWS);

/** The groups that fill this many rows. The last group may be cut. */
function takeFirst(groups: readonly Group[], rows: number): { group: Group; most: number }[] {
  const found = [];
  for (const group of groups) {
    if (rows <= 0) break;
    found.push({ group, most: rows });
    rows -= countRows(group.waiting);
  }
  return found;
}

/** The rows of a group, newest first, with the IDs of their newest messages. */
const newestRows = ({ group, most }: { group: Group; most: number }) =>
  group.waiting
    .toSorted(latest)
    .slice(0, Math.min(most, ROWS + 2))
    .map((one) => ({ conversation: one.conversation, newest: newest(one) }));

/**
 * A group of unread topics of a channel, or of direct messages. The browser remembers whether it is collapsed. `most`
 * limits the rows.
 */
function GroupCard({ group, most, isFound }: { group: Group; most: number; isFound: boolean }) {
  const { channel, waiting } = group;
  const stored = `inbox.${channel ?? 'direct'}`;
  const folded = useSignal(readStored(stored, false));
  const all = useSignal(false);
  const isOpen = !folded.value || isFound;
  const rows = waiting.toSorted(latest);
  const shown = all.value || rows.length <= ROWS + 2 ? rows : rows.slice(0, ROWS);
  const fold = () => {
    folded.value = !folded.value;
    writeStored(stored, folded.value || undefined);
  };
  return (
    <section
      class={channel === undefined ? 'card' : 'card channel-color'}
      {...(channel !== undefined && { style: { '--channel': store.channels.value.get(channel)?.color } })}
    >
      <GroupHead group={group} isOpen={isOpen} fold={fold} />
      {isOpen && (
        <ul class="cards">
          {shown.slice(0, most).map((one) => (
            <Waiting key={getKey(one.conversation)} one={one} />
          ))}
          {shown.length < Math.min(most, rows.length) && (
            <li>
              <button type="button" class="row row-more" onClick={() => (all.value = true)}>
                {plural(rows.length - shown.length, '{n} more topic', '{n} more topics')}
              </button>
            </li>
          )}
        </ul>
      )}
    </section>
  );
}

interface GroupHeadProps {
  group: Group;
  isOpen: boolean;
  fold: () => void;
}

function GroupHead({ group: { channel, waiting }, isOpen, fold }: GroupHeadProps) {
  const title = channel === undefined ? t('Direct messages') : channelName(channel);
  const count = waiting.reduce((sum, { ids }) => sum + ids.size, 0);
  const narrow: Narrow =
    channel === undefined ? [{ operator: 'is', operand: 'dm' }] : [{ operator: 'channel', operand: channel }];
  return (
    <div class="card-head">
      <button
        type="button"
        class="fold"
        aria-expanded={isOpen}
        aria-label={isOpen ? t('Collapse {title}', { title }) : t('Expand {title}', { title })}
        onClick={fold}
      >
        <Icon of={isOpen ? ChevronDown : ChevronRight} size={16} />
      </button>
      {channel !== undefined && <ChannelSign id={channel} />}
      <h2 class="row-name" dir="auto">
        {channel === undefined ? title : <a href={hrefOfChannel(channel)}>{title}</a>}
      </h2>
      {!isOpen && waiting.some(({ key }) => mentioned.value.conversations.has(key)) && <MentionSign />}
      <Badge count={count} label={unreadLabel(count)} calling={channel === undefined} />
      <Button
        kind="quiet"
        icon={MailOpen}
        label={t('Mark all of {title} as read', { title })}
        onClick={() => markRead(narrow)}
      />
    </div>
  );
}

function Waiting({ one: { conversation, ids } }: { one: UnreadIn }) {
  const isMentioned = mentioned.value.conversations.has(getKey(conversation));
  const policy =
    conversation.kind === 'topic' && store.topicPolicies.value.get(topicKey(conversation.channel, conversation.topic));
  const quiet =
    conversation.kind === 'topic' &&
    isMuted(store.topicPolicies.value, store.channels.value, conversation.channel, conversation.topic);
  return (
    <li class={quiet ? 'card-row inbox-row is-muted' : 'card-row inbox-row'}>
      <a href={makeHref(conversation)}>
        {conversation.kind === 'direct' && <ConversationAvatar people={conversation.people} />}
        <span class="inbox-line">
          <span
            class={conversation.kind === 'topic' && conversation.topic === '' ? 'row-name topic-empty' : 'row-name'}
            dir="auto"
          >
            {conversation.kind === 'direct' ? getName(conversation) : <TopicName topic={conversation.topic} />}
          </span>
          {isMentioned && <MentionSign />}
          {policy === POLICY.followed && (
            <span class="row-sign" role="img" aria-label={t('followed')} title={t('followed')}>
              <Icon of={Bell} size={15} />
            </span>
          )}
        </span>
        <Badge count={ids.size} label={unreadLabel(ids.size)} calling={conversation.kind === 'direct' || isMentioned} />
        <Newest conversation={conversation} />
      </a>
      <Button
        kind="quiet"
        icon={MailOpen}
        label={t('Mark as read')}
        aria-label={t('Mark all of {title} as read', { title: getName(conversation) })}
        onClick={() => markRead(narrowTo(conversation))}
      />
    </li>
  );
}

const getName = (conversation: Conversation): string =>
  conversation.kind === 'direct' ? displayNames(conversation.people) : topicName(conversation.topic);
