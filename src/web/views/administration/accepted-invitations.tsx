import { Avatar } from '../../design/primitives.tsx';
import { plural, t } from '../../i18n/text.ts';
import type { AcceptedInvitation } from '../../server/types.ts';
import { store } from '../../store/store.ts';
import { formatList, formatTimeOrDay } from '../../text/format.ts';
import { displayName, fullName } from '../../text/names.ts';

/** The number of people whom a link names; it counts the others. */
const NAMED = 3;

/** Who joined with a reusable link. */
export function JoinedByLink({ link }: { link: number }) {
  const people = store.invitations.value.accepted.filter(({ link_id }) => link_id === link);
  if (people.length === 0) return null;
  const names = people.slice(0, NAMED).map(({ user_id }) => displayName(user_id));
  const others = people.length - names.length;
  const list = formatList(others > 0 ? [...names, plural(others, '{n} other', '{n} others')] : names);
  return <span class="line-note line-note-whole">{t('Joined with it: {names}', { names: list })}</span>;
}

/** Somebody who joined, and whose invitation it was. */
export function AcceptedLine({ one: { user_id, invited_by_user_id, link_id, accepted } }: { one: AcceptedInvitation }) {
  const inviter = { name: displayName(invited_by_user_id) };
  return (
    <li class="line">
      <Avatar name={fullName(user_id)} url={store.users.value.get(user_id)?.avatar_url} size={28} />
      <span class="line-body">
        <span class="line-name">
          <a href={`#user/${user_id}`} dir="auto">
            {displayName(user_id)}
          </a>
        </span>
        <span class="line-note line-note-whole">
          {t('Joined {when}', { when: formatTimeOrDay(accepted) })}
          {' · '}
          {link_id === null ? t('invited by {name} by e-mail', inviter) : t('with a link of {name}', inviter)}
        </span>
      </span>
    </li>
  );
}
