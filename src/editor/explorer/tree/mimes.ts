// What is carried when a row or a file is dragged.
export const issueMime = 'application/vnd.sourcehost.issues';
export const uriMime = 'text/uri-list';
export const fileMime = 'files';
