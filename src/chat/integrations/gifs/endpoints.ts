import { Type } from 'typebox';
import { askService } from '../../../kernel/http/outside-services.ts';
import { LIMITS } from '../../../limits.ts';
import { endpoint } from '../../declare.ts';
import { makeAddress } from '../../files/external-content/rules.ts';
import { searchGifs } from './provider-client.ts';
import { requireGifRating } from './rules.ts';
import { Gif } from './types.ts';

export const searchForGifs = endpoint({
  method: 'GET',
  path: '/gifs',
  summary: 'Search GIFs at the provider that the operator has configured, or get those that are popular now',
  params: {
    query: Type.String({ maxLength: LIMITS.gif_query_length, default: '' }),
    /** `next` of the page before; leave it out for the first page. */
    position: Type.String({ maxLength: LIMITS.gif_position_length, default: '' }),
  },
  returns: {
    gifs: Type.Array(Gif),
    /** The position of the next page; empty if there is none. */
    next: Type.String(),
  },
  async prepare({ app, user, params: { query, position } }) {
    const rating = requireGifRating(app);
    const search = { query: query.trim(), position, rating, language: user.settings.default_language.slice(0, 2) };
    const { kept, searches } = app.memory.gifPages;
    const key = JSON.stringify(search);
    const known = kept.get(key);
    if (known) return known;
    const page = await askService(app, { user, rule: 'gif_search_by_user' }, () =>
      searches.run(key, () => searchGifs(app, search)),
    );
    kept.set(key, page);
    return page;
  },
  handle: ({ app, prepared: { gifs, next } }) => ({
    gifs: gifs.map(({ title, url, preview, still, width, height }) => ({
      title,
      url,
      preview_url: makeAddress(app, preview),
      still_url: makeAddress(app, still),
      width,
      height,
    })),
    next,
  }),
});
