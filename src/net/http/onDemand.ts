/** The ways to send a request. Activation does not load them. */
export { createConnections } from './dispatcher.ts';
export { createEditorFetch } from './editorFetch.ts';
export { createUndiciFetch } from './fetch.ts';
