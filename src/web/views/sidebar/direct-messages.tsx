import { Plus } from '../../design/icons.ts';
import { Avatar, Badge, Button } from '../../design/primitives.tsx';
import { t } from '../../i18n/text.ts';
import { directKey } from '../../store/conversation.ts';
import { currentRoute } from '../../store/local/route.ts';
import { conversationIn } from '../../store/narrow.ts';
import { choosingRecipient } from '../../store/page.ts';
import { store } from '../../store/store.ts';
import { unreadWith } from '../../store/unread.ts';
import { displayNames, makeHref, presence } from '../../text/names.ts';
import { focusRecipients } from '../compose/compose.tsx';
import { TypingDots } from '../feed/typing-line.tsx';
import { ConversationAvatar } from '../people/conversation-avatar.tsx';
import { StatusSign } from '../people/status-sign.tsx';
import { counts } from '../unread-counts.ts';
import { MOST_UNREAD, MoreUnread, Section, unreadLabel } from './section.tsx';
import { VirtualRows } from './virtual-rows.tsx';

export const DIRECT = '#narrow/is/dm/view/list';

/** The number of newest conversations that are listed, so that the channels are on the first screen. */
const SHOWN = 3;

/** The newest direct conversations and those with unread messages, most recent first. */
export function Directs() {
  const unread = store.unread.value;
  const all = [...store.directConversations.value.all.values()].sort((a, b) => b.newest - a.newest);
  const current = currentRoute.value.view === 'narrow' ? conversationIn(currentRoute.value.narrow) : undefined;
  const here = current?.kind === 'direct' ? current.people.join() : undefined;
  const isUnread = ({ people }: (typeof all)[number]): boolean => unreadWith(unread, people) > 0;
  const first = new Set([...all.slice(0, SHOWN), ...all.filter(isUnread).slice(0, MOST_UNREAD)]);
  const shown = all.filter((one) => first.has(one) || one.people.join() === here);
  const isListed = new Set(shown);
  const unreadBelow = all.filter((one) => isUnread(one) && !isListed.has(one)).length;
  return (
    <Section
      id="direct"
      title={t('Direct messages')}
      href={DIRECT}
      count={counts.value.direct}
      action={
        <Button
          kind="quiet"
          icon={Plus}
          label={t('New direct message')}
          onClick={() => {
            choosingRecipient.value = 'direct';
            focusRecipients();
          }}
        />
      }
    >
      <VirtualRows
        items={shown}
        here={shown.findIndex(({ people }) => people.join() === here)}
        render={({ people }) => (
          <DirectRow
            key={people.join()}
            people={people}
            isHere={people.join() === here}
            count={unreadWith(unread, people)}
          />
        )}
      >
        {unreadBelow > 0 && (
          <div role="listitem">
            <MoreUnread count={unreadBelow} href={DIRECT} />
          </div>
        )}
      </VirtualRows>
    </Section>
  );
}

function DirectRow({ people, isHere, count }: { people: readonly number[]; isHere: boolean; count: number }) {
  const [first] = people;
  const one = people.length === 1 ? store.users.value.get(first!) : undefined;
  return (
    <div role="listitem">
      <a
        class={count > 0 ? 'row row-unread' : 'row'}
        href={makeHref({ kind: 'direct', people })}
        aria-current={isHere ? 'page' : undefined}
      >
        {one ? (
          <Avatar
            name={one.full_name}
            url={one.avatar_url}
            size={22}
            {...(!one.is_bot && { presence: presence(first!) })}
          />
        ) : (
          <ConversationAvatar people={people} size={22} />
        )}
        <span class="row-name" dir="auto">
          {displayNames(people)}
        </span>
        {store.typing.value.in.has(directKey(people)) ? <TypingDots /> : one && <StatusSign id={first!} />}
        <Badge count={count} label={unreadLabel(count)} calling />
      </a>
    </div>
  );
}
