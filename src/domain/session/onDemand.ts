/** What sessions need only to send requests. Activation does not load it. */
export { refreshToken } from '../../api/oauth/oauth.ts';
export { personalSession } from './identify.ts';
export { tellingEnded } from '../hosts/endedPullRequests.ts';
export { newBudget, newConnection } from './newConnection.ts';
