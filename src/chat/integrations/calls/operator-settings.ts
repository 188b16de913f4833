import { roomAddress, webAddress, words } from '../../../kernel/settings/kinds.ts';
import { setting } from '../../../kernel/settings/setting.ts';

/** The operator's settings about video calls. */
export const CALL_SETTINGS = {
  bigBlueButtonUrl: setting(webAddress(), 'BigBlueButton server for video calls'),
  bigBlueButtonSecret: setting(words('<word>'), 'shared secret of the BigBlueButton server', { secret: true }),
  zoomAccountId: setting(
    words('<id>'),
    'Zoom account for video calls: the ID of a server-to-server OAuth app’s account',
  ),
  zoomClientId: setting(words('<id>'), 'client ID of this app'),
  zoomClientSecret: setting(words('<word>'), 'client secret of this app', { secret: true }),
  zoomUrl: setting(webAddress(), 'Zoom’s server for sign-in', { default: 'https://zoom.us' }),
  zoomApiUrl: setting(webAddress(), 'Zoom’s server for its API', { default: 'https://api.zoom.us' }),
  callUrl: setting(
    roomAddress,
    'another server for video calls: a URL with {room}, where the random name of a room goes',
  ),
};
