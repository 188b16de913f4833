import { oneOf, webAddress, words } from '../../../kernel/settings/kinds.ts';
import { setting } from '../../../kernel/settings/setting.ts';

/** The operator's settings about GIFs. */
export const GIF_SETTINGS = {
  gifProvider: setting(oneOf('none', 'tenor', 'giphy'), 'where users search GIFs; this server asks in their place', {
    default: 'none',
  }),
  gifApiKey: setting(words('<key>'), 'this server’s key at the GIF provider', { secret: true }),
  gifUrl: setting(webAddress(), 'another server with the same API as the GIF provider'),
};
