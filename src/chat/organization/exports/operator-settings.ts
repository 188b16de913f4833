import { onOff } from '../../../kernel/settings/kinds.ts';
import { setting } from '../../../kernel/settings/setting.ts';

/** The operator's settings about exports. */
export const EXPORT_SETTINGS = {
  fullExports: setting(onOff, 'let owners export all private messages without consent', {
    default: 'off',
  }),
};
