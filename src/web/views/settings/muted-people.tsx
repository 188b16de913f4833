import { LongList } from '../../design/long-list.tsx';
import { UserX } from '../../design/more-icons.ts';
import { PersonPicker } from '../../design/pickers.tsx';
import { Avatar, Button, EmptyState } from '../../design/primitives.tsx';
import { reportResult } from '../../design/report-result.ts';
import { SettingsSection } from '../../design/settings.tsx';
import { t } from '../../i18n/text.ts';
import { request } from '../../server/request.ts';
import { store } from '../../store/store.ts';
import { compareNames } from '../../text/compare-names.ts';
import { displayName, fullName } from '../../text/names.ts';

/** The user's muted users. */
export function MutedPeople() {
  const muted = store.mutedUsers.value;
  const me = store.me.value.id;
  const all = [...muted].sort((a, b) => compareNames(fullName(a), fullName(b)));
  const mute = (ids: readonly number[]) =>
    ids.forEach(
      (id) => void reportResult(request('POST /users/me/muted_users/{muted_user_id}', { muted_user_id: id })),
    );
  return (
    <SettingsSection
      title={t('Muted people')}
      note={t('Messages from muted people are hidden and don’t notify you. They can’t see that you muted them.')}
    >
      <PersonPicker
        label={t('Mute a person')}
        placeholder={t('Mute a person')}
        value={[]}
        fits={({ user_id, is_active }) => is_active && user_id !== me && !muted.has(user_id)}
        onChange={mute}
      />
      {all.length === 0 ? (
        <EmptyState icon={UserX} title={t('No muted people')} />
      ) : (
        <div class="lines">
          <LongList
            label={t('Muted people')}
            items={all}
            getKey={(id) => id}
            height={52}
            render={(id) => <Row id={id} />}
          />
        </div>
      )}
    </SettingsSection>
  );
}

const Row = ({ id }: { id: number }) => (
  <div class="line">
    <Avatar name={displayName(id)} url={store.users.value.get(id)?.avatar_url} size={28} />
    <span class="line-body">
      <a class="line-name" href={`#user/${id}`} dir="auto">
        {displayName(id)}
      </a>
    </span>
    <Button
      onClick={() => void reportResult(request('DELETE /users/me/muted_users/{muted_user_id}', { muted_user_id: id }))}
    >
      {t('Unmute')}
    </Button>
  </div>
);
