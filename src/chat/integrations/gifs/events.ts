import { Type } from 'typebox';
import { state } from '../../declare.ts';

/** Zulip's clients search with this key themselves. Here the server searches, and the key stays on it. */
export const giphy = state('giphy', { giphy_api_key: Type.String() }, () => ({ giphy_api_key: '' }));
