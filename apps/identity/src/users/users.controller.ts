import type { IncomingHttpHeaders } from 'node:http';
import { Body, Controller, Headers, Param, Query } from '@nestjs/common';
import { IdParams } from '@portico/contracts/common/ids';
import { ListQuery, type Page } from '@portico/contracts/common/page';
import {
  createUser,
  deleteUser,
  getUser,
  listUsers,
  PROOF_HEADER,
  resetSignOn,
  SignUpReceipt,
  updateUser,
  User,
  UserCreate,
  UserUpdate,
} from '@portico/contracts/http/identity';
import {
  AllowAdmins,
  type Caller,
  callerIsAdmin,
  CurrentCaller,
  Problem,
  Public,
  Serve,
  TokenRefusal,
  validate,
} from '@portico/service';
import { z } from 'zod';
import { isPublicForm, SignUpService } from './sign-up.service.ts';
import { UsersService } from './users.service.ts';

@Controller()
export class UsersController {
  constructor(
    private readonly users: UsersService,
    private readonly signUps: SignUpService,
  ) {}

  @AllowAdmins()
  @Serve(listUsers)
  list(@CurrentCaller() caller: Caller, @Query({ schema: ListQuery }) query: ListQuery): Promise<Page<User>> {
    return this.users.list(caller, query);
  }

  @Serve(getUser)
  get(@CurrentCaller() caller: Caller, @Param({ schema: IdParams }) { id }: IdParams): Promise<User> {
    return this.users.get(caller, id);
  }

  /** Creates a user of any type for an administrator. Requests of other callers, and requests with a proof, count as public forms. */
  @Public()
  @Serve({ ...createUser, response: z.union([User, SignUpReceipt]) })
  create(
    @CurrentCaller() caller: Caller | undefined,
    @TokenRefusal() refusal: Problem | undefined,
    @Headers() headers: IncomingHttpHeaders,
    @Body() body: unknown,
  ): Promise<User | SignUpReceipt> {
    const [proof] = [headers[PROOF_HEADER]].flat();
    const isForm = proof !== undefined && isPublicForm(body);
    if (caller && callerIsAdmin(caller) && !isForm) return this.users.create(caller, validate(UserCreate, body));
    return this.signUps.signUp({ caller, refusal, proof }, body);
  }

  @Serve(updateUser)
  update(
    @CurrentCaller() caller: Caller,
    @Param({ schema: IdParams }) { id }: IdParams,
    @Body({ schema: UserUpdate }) body: UserUpdate,
  ): Promise<User> {
    return this.users.update(caller, id, body);
  }

  @AllowAdmins()
  @Serve(deleteUser)
  delete(@CurrentCaller() caller: Caller, @Param({ schema: IdParams }) { id }: IdParams): Promise<void> {
    return this.users.delete(caller, id);
  }

  @AllowAdmins()
  @Serve(resetSignOn)
  resetSignOn(@CurrentCaller() caller: Caller, @Param({ schema: IdParams }) { id }: IdParams): Promise<void> {
    return this.users.resetSignOn(caller, id);
  }
}
