import { onOff, whole } from '../../../kernel/settings/kinds.ts';
import { setting } from '../../../kernel/settings/setting.ts';

/** The operator's settings about messages. */
export const MESSAGE_SETTINGS = {
  webPublicChannels: setting(onOff, 'allow web-public channels, readable without an account', {
    default: 'on',
  }),
  restoreDays: setting(whole('<days>'), 'days in which deleted messages can be restored; 0: delete them at once', {
    default: '30',
  }),
};
