import { Type } from 'typebox';
import { MapOf, Maybe } from '../../../kernel/http/schema.ts';
import { state } from '../../declare.ts';

/** The phones registered for encrypted notifications: none, as that needs a push service. */
export const pushDevices = state(
  'push_device',
  { push_devices: MapOf(Type.Object({ status: Type.String(), error_code: Maybe(Type.String()) })) },
  () => ({ push_devices: {} }),
);
