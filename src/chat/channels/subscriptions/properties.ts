import type { App } from '../../../app.ts';
import { badRequest } from '../../../kernel/errors.ts';
import type { User } from '../../people/users/types.ts';
import { cleanColor } from './colors.ts';
import { subscriptionChanged } from './events.ts';
import type { SubscriptionProperty } from './repository.ts';
import type { PropertyChange } from './types.ts';

/** Changes the user's own settings of channels: all of them, or none if one is rejected. */
export function changeProperties(app: App, user: User, changes: readonly PropertyChange[]): void {
  app.db.write(() => {
    for (const change of changes) changeProperty(app, user, change);
  });
}

function changeProperty(app: App, user: User, { stream_id, property, value }: PropertyChange): void {
  if (!app.subscriptions.of(user.id, stream_id)?.active) throw badRequest(`Not subscribed to channel id ${stream_id}`);
  if (property === 'color') {
    if (typeof value !== 'string') throw badRequest('color is not a string');
    setProperty(app, user, stream_id, 'color', cleanColor(value));
  } else {
    if (typeof value !== 'boolean') throw badRequest(`${property} is not a boolean`);
    if (property === 'in_home_view') setProperty(app, user, stream_id, 'is_muted', !value);
    else setProperty(app, user, stream_id, property, value);
  }
}

/** Stores a setting, which is valid, and publishes it. Call it inside `db.write`. */
export function setProperty(
  app: App,
  user: User,
  stream_id: number,
  property: SubscriptionProperty,
  value: boolean | string,
): void {
  app.subscriptions.set(user.id, stream_id, property, value);
  tell(property, value);
  // Older clients know muting by its opposite.
  if (property === 'is_muted') tell('in_home_view', !value);

  function tell(property: string, value: boolean | string): void {
    const { is_archived } = app.channels.byId(stream_id)!;
    app.events.publish(subscriptionChanged({ stream_id, property, value, is_archived }), [user.id]);
  }
}
