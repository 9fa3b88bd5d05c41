/**
 * Users. Source: v20 semantics 1.8.
 */

import { Type } from '@sinclair/typebox';
import { defineObject, ref, textOf } from '../../http/read/define.js';

const userID = Type.Integer();
const country = textOf('ISO 3166-1 alpha-2; always `ZZ`, which is no country');

const UserInfo = defineObject('UserInfo', {
  username: Type.String(),
  userID,
  country,
  emailAddress: textOf('no mail arrives there'),
});
const UserInfoExternal = defineObject('UserInfoExternal', {
  userID,
  country,
  FIFO: Type.Boolean({ description: 'whether some account of the user is under US rules' }),
});

export const UserResponse = Type.Object({ userInfo: ref(UserInfo) });
export const ExternalUserResponse = Type.Object({ userInfo: ref(UserInfoExternal) });
