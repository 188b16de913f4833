import { ApiError, badRequest, notFound, unauthorizedPrincipal, userDeactivated } from '../kernel/errors.ts';

// The errors that several rules throw. Their texts are those of Zulip's API, which clients compare.

export const insufficientPermission = (): ApiError => badRequest('Insufficient permission');
export const mustBeOwner = (): ApiError => unauthorizedPrincipal('Must be an organization owner');
export const mustBeAdministrator = (): ApiError => unauthorizedPrincipal('Must be an organization administrator');
export const notForGuests = (): ApiError => badRequest('Not allowed for guest users');
export const notAuthorizedForQuery = (): ApiError => badRequest('User not authorized for this query');
export const wrongPassword = (): ApiError =>
  new ApiError(401, 'AUTHENTICATION_FAILED', 'Your username or password is incorrect');

export const notForBots = (): ApiError => badRequest('This endpoint does not accept bot requests.');

/** A change without a value. */
export const noNewValues = (): ApiError => badRequest('Client did not pass any new values.');

export const noSuchUser = (): ApiError => badRequest('No such user');
/** The account on whose behalf the server acts is deactivated. */
export const accountDeactivated = (): ApiError => badRequest(userDeactivated().message);
/** Another user is deactivated. */
export const otherUserDeactivated = (): ApiError => badRequest('User is deactivated');
/** A recipient that does not exist or that the sender cannot see. */
export const invalidRecipient = (id: number): ApiError => badRequest(`Invalid user ID ${id}`);
/** A user in a value of a setting. */
export const invalidUser = (id: number): ApiError => badRequest(`Invalid user ID: ${id}`);
export const invalidProfileField = (id: number): ApiError => badRequest(`Field id ${id} not found.`);
export const invalidUrl = (name: string): ApiError => badRequest(`${name} is not a URL`);
export const invalidLanguage = (value: string): ApiError => badRequest(`Invalid language '${value}'`);
export const blankName = (): ApiError => badRequest('name cannot be blank');
export const invalidEmail = (): ApiError => badRequest('Enter a valid email address.');

export const invalidChannel = (): ApiError => badRequest('Invalid channel ID');
export const invalidChannelFolder = (): ApiError => badRequest('Invalid channel folder ID');
export const cannotAdministerChannel = (): ApiError =>
  badRequest('You do not have permission to administer this channel.');
/** A private channel becomes a default channel. */
export const privateAsDefault = (): ApiError => badRequest('Private channels cannot be made default.');
/** A default channel becomes private. */
export const defaultAsPrivate = (): ApiError => badRequest('A default channel cannot be private.');
export const cannotSendTo = (channel: string): ApiError => badRequest(`Not authorized to send to channel '${channel}'`);
export const notOneChannel = (): ApiError => badRequest('Expected exactly one channel');
export const missingTopic = (): ApiError => badRequest('Missing topic');

export const invalidMessages = (): ApiError => badRequest('Invalid message(s)');
export const cannotEditMessage = (): ApiError => badRequest("You don't have permission to edit this message");
export const emptyMessage = (): ApiError => badRequest('Message must not be empty');
export const nullBytes = (): ApiError => badRequest('Message must not contain null bytes');
export const noSuchEmoji = (name: string): ApiError => badRequest(`Emoji '${name}' does not exist`);
export const invalidSubmessage = (): ApiError => badRequest('Invalid json for submessage');
export const notInFuture = (): ApiError => badRequest('Scheduled delivery time must be in the future.');

export const nothingToChange = (): ApiError => badRequest('Nothing to change');
export const nothingToAddOrDelete = (): ApiError =>
  badRequest('Nothing to do. Specify at least one of "add" or "delete".');
export const invalidOrder = (): ApiError => badRequest('Invalid order mapping.');

export const noSuchMail = (): ApiError => notFound('No such mail');
export const clientNotBuilt = (): ApiError => notFound('The web client is not built: start the server with npm start');
