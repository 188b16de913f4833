/** What clients see that do not know the empty topic. */
export const EMPTY_TOPIC_NAME = 'general chat';
