import { Type } from 'typebox';
import { ApiError, badRequest, fileNotFound } from '../../../kernel/errors.ts';
import { localFile } from '../../../kernel/files/storage.ts';
import { endpoint } from '../../declare.ts';
import { fetchExternalImage } from './jobs.ts';
import { makeAddress, readUrl } from './rules.ts';

/** Everyone who has an image's address may see it: only this server creates such addresses, for links in messages. */
export const externalContent = endpoint({
  method: 'GET',
  path: '/external_content/{digest}/{hex_url}',
  root: true,
  auth: 'public',
  limit: 'none',
  summary: 'Get an image from another site through this server, which hides the viewer from that site',
  params: { digest: Type.String(), hex_url: Type.String() },
  async serve({ app, params: { digest, hex_url } }) {
    const url = readUrl(app, digest, hex_url);
    if (url === undefined) throw new ApiError(403, 'BAD_REQUEST', 'Invalid address');
    const picture = await fetchExternalImage(app, url, false);
    if (!picture) throw fileNotFound();
    const { path, type, etag } = picture;
    return { file: localFile(path), type, etag, cache: 'private, max-age=86400' };
  },
});

export const thumbnail = endpoint({
  method: 'GET',
  path: '/thumbnail',
  root: true,
  auth: 'spectator',
  summary:
    'Redirect to the image of an old message: an upload, or for users with an account an image from another site',
  params: { url: Type.String(), size: Type.Optional(Type.String()) },
  serve({ app, user, params: { url } }) {
    if (/^\/?user_uploads\/\d/.test(url)) return { redirect: `/${url.replace(/^\//, '')}` };
    if (!user || !/^https?:\/\//i.test(url)) throw badRequest('Invalid URL');
    return { redirect: makeAddress(app, url) };
  },
});
