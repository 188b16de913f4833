/** Whether users are subscribed to channels, as far as the server was asked. The keys are `user channel`. */
export const knownSubscriptions = new Map<string, boolean>();
