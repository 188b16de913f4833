import { join } from '../actions/channels.ts';
import { LogIn } from '../design/icons.ts';
import { Button } from '../design/primitives.tsx';
import { told } from '../errors/report-result.ts';
import { t } from '../i18n/text.ts';
import { mayJoin } from '../permissions/channels.ts';
import { store } from '../store/store.ts';
import { hashed } from '../text/names.ts';

/** Shown above the compose box of a channel that the user has not joined: offers to join it. */
export function JoinBar({ channel: id }: { channel: number }) {
  const channel = store.channels.value.get(id);
  if (!channel || !mayJoin(channel)) return null;
  const name = hashed(channel.name);
  return (
    <div class="join-bar" role="group" aria-label={t('Join')}>
      <span>{t('You haven’t joined {channel}.', { channel: name })}</span>
      <Button icon={LogIn} onClick={() => void told(join(channel), t('You joined {channel}.', { channel: name }))}>
        {t('Join channel')}
      </Button>
    </div>
  );
}
