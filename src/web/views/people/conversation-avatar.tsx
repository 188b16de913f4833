import { Avatar } from '../../design/primitives.tsx';
import { store } from '../../store/store.ts';

/** The image of a direct conversation: an avatar, or the number of participants. */
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
    <span class="group-size" style={{ '--size': `${size / 16}rem` }} aria-hidden="true">
      {people.length + 1}
    </span>
  );
}
