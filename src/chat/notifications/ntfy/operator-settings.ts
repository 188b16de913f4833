import { onOff } from '../../../kernel/settings/kinds.ts';
import { setting } from '../../../kernel/settings/setting.ts';

/** The operator's settings about notifications by ntfy. */
export const NTFY_SETTINGS = {
  allowPrivateNtfy: setting(onOff, 'let notifications be sent to ntfy servers at private network addresses', {
    default: 'off',
  }),
};
