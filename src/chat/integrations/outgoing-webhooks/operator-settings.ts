import { onOff } from '../../../kernel/settings/kinds.ts';
import { setting } from '../../../kernel/settings/setting.ts';

/** The operator's settings about outgoing webhooks. */
export const WEBHOOK_SETTINGS = {
  allowPrivateWebhooks: setting(onOff, 'let outgoing webhooks and feeds use private network addresses', {
    default: 'off',
  }),
};
