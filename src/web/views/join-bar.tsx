import { joinChannel } from '../actions/join-channel.ts';
import { LogIn } from '../design/icons.ts';
import { Button } from '../design/primitives.tsx';
import { reportResult } from '../design/report-result.ts';
import { t } from '../i18n/text.ts';
import { canJoin } from '../permissions/channels.ts';
import { store } from '../store/store.ts';
import { channelLabel } from '../text/names.ts';

/** Shown above the compose box of a channel that the user has not joined: offers to join it. */
export function JoinBar({ channel: id }: { channel: number }) {
  const channel = store.channels.value.get(id);
  if (!channel || !canJoin(channel)) return null;
  const name = channelLabel(channel.name);
  return (
    <div class="join-bar" translate={false} role="group" aria-label={t('Join')}>
      <span>{t('You haven’t joined {channel}.', { channel: name })}</span>
      <Button
        icon={LogIn}
        onClick={() => void reportResult(joinChannel(channel), t('You joined {channel}.', { channel: name }))}
      >
        {t('Join channel')}
      </Button>
    </div>
  );
}
