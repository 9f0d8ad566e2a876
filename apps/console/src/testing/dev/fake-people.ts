import type { Usertype } from '@portico/contracts/common/roles';
import * as identity from '@portico/contracts/http/identity';
import * as views from '@portico/contracts/http/views';
import { userNumbered } from '../fake-users.ts';
import { CONFIG, userOf } from '../fixtures.ts';
import { viewOf, viewsOf } from '../view.ts';
import { fakeTable } from './fake-table.ts';
import { answering, type TypedAnswer } from './typed-answers.ts';

const USER_ROLES: readonly Usertype[] = ['ADMIN', 'CLIENT', 'CLIENT', 'VENDOR', 'LEAD'];

export const fakePeople = (usertype: Usertype): TypedAnswer[] => {
  const me = userOf(usertype);
  const others = Array.from({ length: 24 }, (_, index) =>
    userNumbered(index + 20, { usertype: USER_ROLES[index % USER_ROLES.length] ?? 'CLIENT' }),
  );
  const users = fakeTable([me, ...others], userNumbered);
  const saved = fakeTable<views.View>([], (id) => viewOf(id, { createdAt: new Date().toISOString() }));
  const builtIn: Partial<views.Views['builtIn']> = {};
  return [
    answering(identity.getConfig, () => CONFIG),
    answering(identity.getCurrentUser, () => me),
    answering(identity.exchangeToken, () => ({ accessToken: 'fake', user: me })),
    answering(identity.listUsers, users.page),
    answering(identity.getUser, users.get),
    answering(identity.createUser, users.add),
    answering(identity.updateUser, users.change),
    answering(identity.deleteUser, users.remove),
    answering(views.listViews, () => viewsOf(saved.rows, builtIn)),
    answering(views.createView, saved.add),
    answering(views.updateView, saved.change),
    answering(views.deleteView, saved.remove),
    answering(views.placeView, ({ id, idText, body: { place } }) => {
      if (Number.isNaN(id)) Object.assign(builtIn, { [idText]: place });
      else saved.change({ id, body: { place } });
    }),
  ];
};
