import type { RecordParts } from '../../../documents/parts.ts';
import type { Lifetime } from '../../../kit/lifetime.ts';
import type { Services } from '../../../services/services.ts';
import type { CommentParts } from './parts.ts';

export const withComments =
  (services: Services, lifetime: Lifetime) =>
  async (parts: RecordParts): Promise<RecordParts & CommentParts> => {
    const { createCommentParts } = await services.load();
    const features = await services.loadHostFeatures();
    return { ...parts, ...createCommentParts({ ...services, ...parts, features }, lifetime) };
  };
