import { Avatar } from '../../design/primitives.tsx';
import { store } from '../../store/store.ts';
import { displayName } from '../../text/names.ts';

/** A face, which has no room for initials, is this part of the image of a group conversation. */
const FACE = 0.64;

/** The image of a direct conversation: an avatar, or the overlapping avatars of two participants. */
export function ConversationAvatar({
  people,
  size = 28,
  presence,
}: {
  people: readonly number[];
  size?: number;
  presence?: string | undefined;
}) {
  const one = people.length === 1 ? store.users.value.get(people[0]!) : undefined;
  if (one) return <Avatar name={one.full_name} url={one.avatar_url} size={size} {...(presence && { presence })} />;
  return (
    <span class="group-faces" style={{ '--size': `${size / 16}rem` }} aria-hidden="true">
      {people.slice(0, 2).map((id) => (
        <Avatar
          key={id}
          name={displayName(id)}
          url={store.users.value.get(id)?.avatar_url ?? null}
          size={Math.round(size * FACE)}
        />
      ))}
    </span>
  );
}
