import type { App } from '../../../app.ts';
import type { User } from '../../people/users/types.ts';
import type { DeliveryFailure } from '../targets/types.ts';
import { noPushService, recordDelivery } from './actions.ts';
import { PushFailed, sendTests } from './bouncer-client.ts';
import { hasPushService } from './registration-rules.ts';
import type { Token } from './repository.ts';

/** Sends a test to a phone, and stores what became of it. Throws PUSH_SERVICE_NOT_CONFIGURED without a push service. */
export async function testPhone(app: App, user: User, phone: Token): Promise<DeliveryFailure | null> {
  if (!hasPushService(app)) throw noPushService();
  const failure = await failureOfTest(app, user, phone);
  recordDelivery(app, [phone], failure);
  return failure;
}

async function failureOfTest(app: App, user: User, phone: Token): Promise<DeliveryFailure | null> {
  try {
    await sendTests(app, user, [phone]);
    return null;
  } catch (error) {
    if (!(error instanceof PushFailed)) throw error;
    app.log.error({ reason: error.message }, 'the push service did not send a test');
    if (error.code === 'INVALID_REMOTE_PUSH_DEVICE_TOKEN') return 'unregistered';
    return error.again ? 'unreachable' : 'rejected';
  }
}
