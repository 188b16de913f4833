import { onOff, webAddress, words } from '../../../kernel/settings/kinds.ts';
import { setting } from '../../../kernel/settings/setting.ts';

/** The operator's settings about notifications of phones. */
export const PUSH_SETTINGS = {
  pushServiceUrl: setting(
    webAddress(),
    'push service for mobile notifications (Zulip’s is https://push.zulipchat.com)',
  ),
  pushServiceId: setting(words('<id>'), 'this server’s ID at the push service'),
  pushServiceKey: setting(words('<key>'), 'this server’s key at the push service', { secret: true }),
  pushContent: setting(onOff, 'send message content to phones; the push service can read it', { default: 'on' }),
};
