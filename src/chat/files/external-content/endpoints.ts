import { Type } from 'typebox';
import { ApiError, badRequest, notFound } from '../../../kernel/errors.ts';
import { endpoint } from '../../declare.ts';
import { addressOf, urlOf } from './addresses.ts';
import { fetchExternalImage } from './jobs.ts';

/** Everyone may see what somebody has the address of: only this server makes such addresses, for what a message linked to. */
export const externalContent = endpoint({
  method: 'GET',
  path: '/external_content/{digest}/{hex_url}',
  root: true,
  auth: 'public',
  limit: 'none',
  summary: 'See a picture of elsewhere in the web, without being seen there',
  params: { digest: Type.String(), hex_url: Type.String() },
  async serve({ app, params: { digest, hex_url } }) {
    const url = urlOf(app, digest, hex_url);
    if (url === undefined) throw new ApiError(403, 'BAD_REQUEST', 'Invalid address');
    const picture = await fetchExternalImage(app, url, false);
    if (!picture) throw notFound('File not found');
    return { ...picture, cache: 'private, max-age=86400' };
  },
});

export const thumbnail = endpoint({
  method: 'GET',
  path: '/thumbnail',
  root: true,
  auth: 'spectator',
  summary:
    'Be sent to a picture that an old message shows: an uploaded one, or for people with an account one of elsewhere',
  params: { url: Type.String(), size: Type.Optional(Type.String()) },
  serve({ app, user, params: { url } }) {
    if (/^\/?user_uploads\/\d/.test(url)) return { redirect: `/${url.replace(/^\//, '')}` };
    if (!user || !/^https?:\/\//i.test(url)) throw badRequest('Invalid URL');
    return { redirect: addressOf(app, url) };
  },
});
