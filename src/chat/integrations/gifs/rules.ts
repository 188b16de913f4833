import type { App } from '../../../app.ts';
import { badRequest } from '../../../kernel/errors.ts';

/** Throws if the organization allows no GIFs. Returns the rating that it allows. */
export function requireGifRating(app: App): number {
  const rating = app.realm.get('giphy_rating');
  if (rating === 0) throw badRequest('GIFs are turned off in this organization.');
  return rating;
}
