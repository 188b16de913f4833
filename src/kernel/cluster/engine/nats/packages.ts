/**
 * Everything that the engine uses of the NATS client. It is one module that is loaded with import('#nats'), so that the
 * default server loads none of it, and the executable contains one copy of the classes that these packages share.
 */
export { JetStreamApiError, jetstream, jetstreamManager } from '@nats-io/jetstream';
export { connect, credsAuthenticator, headers } from '@nats-io/transport-node';
