import { Type } from 'typebox';
import { fileNotFound } from '../../../kernel/errors.ts';
import { endpoint } from '../../declare.ts';
import { formatNamed } from '../images/thumbnails.ts';
import { requireVisible } from './endpoints.ts';
import { requireOpenable } from './rules.ts';
import { makeThumbnailsOf } from './thumbnail-jobs.ts';
import { settle } from './thumbnails.ts';

export const fetchThumbnail = endpoint({
  method: 'GET',
  path: '/user_uploads/thumbnail/{realm_id_str}/{filename}',
  root: true,
  deep: true,
  summary: 'Get a thumbnail of an image; the last part of the path is a format of server_thumbnail_formats',
  auth: 'spectator',
  params: { realm_id_str: Type.Integer(), filename: Type.String() },
  async serve({ app, user, params: { realm_id_str, filename }, caller }) {
    const at = filename.lastIndexOf('/');
    const file = requireVisible(app, user, realm_id_str, filename.slice(0, at));
    const format =
      file.width === null || file.thumbnails === 'failed' ? undefined : formatNamed(file, filename.slice(at + 1));
    if (!format) throw fileNotFound();
    const { file_key } = file;
    // It was not generated yet, or the folder was emptied.
    if (!(await app.thumbnails.has(file_key, format.name))) {
      if (!(await makeThumbnailsOf(app, file))) throw fileNotFound();
      settle(app, file, 'made');
    }
    // The file may have been deleted or hidden meanwhile.
    requireOpenable(app, caller.admitted(), realm_id_str, filename.slice(0, at));
    return {
      file: app.thumbnails.source(file_key, format.name),
      type: 'image/webp',
      etag: `${file_key.replaceAll('/', '')}-${format.name}`,
      cache: 'private, no-cache',
    };
  },
});

/** A loading animation: three dots. */
const dot = (x: number, begin: number): string =>
  `<circle cx="${x}" cy="50" r="9"><animate attributeName="opacity" values="1;.2;1" dur="1.2s" begin="${begin}s" repeatCount="indefinite"/></circle>`;
const LOADING = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 100 100" width="100" height="100" fill="#777">${dot(22, 0)}${dot(50, 0.4)}${dot(78, 0.8)}</svg>`;

export const loadingPicture = endpoint({
  method: 'GET',
  path: '/static/images/loading/loader-black.svg',
  constant: true,
  root: true,
  auth: 'public',
  limit: 'none',
  summary: 'Get the placeholder of an image without a thumbnail',
  serve: () => ({ body: LOADING, type: 'image/svg+xml', etag: 'loading-1', cache: 'public, max-age=86400' }),
});
