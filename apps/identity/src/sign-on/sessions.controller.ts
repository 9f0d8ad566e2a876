import type { IncomingMessage, ServerResponse } from 'node:http';
import { Body, Controller, Headers, Param, Req, Res } from '@nestjs/common';
import { IdParams } from '@portico/contracts/common/ids';
import type { Session } from '@portico/contracts/http/identity';
import {
  endOtherSessions,
  endSession,
  endUserSessions,
  listSessions,
  listUserSessions,
  renewSession,
  type Sessions,
  signOut,
} from '@portico/contracts/http/sessions';
import { startView, ViewStart } from '@portico/contracts/http/view-access';
import { AllowAdmins, type Caller, callerIsAdmin, CurrentCaller, Problem, Public, Serve } from '@portico/service';
import { UsersService } from '../users/users.service.ts';
import { deviceOfRequest } from '../sessions/device.ts';
import { notFound, SessionsService } from '../sessions/sessions.service.ts';
import { OrganizationViewsService } from './organization-views.service.ts';

@Controller()
export class SessionsController {
  constructor(
    private readonly sessions: SessionsService,
    private readonly users: UsersService,
    private readonly views: OrganizationViewsService,
  ) {}

  @Public()
  @Serve(renewSession)
  async renew(
    @Headers('cookie') cookieText: string | undefined,
    @Req() request: IncomingMessage,
    @Res({ passthrough: true }) response: ServerResponse,
  ): Promise<Session> {
    const { session, cookie } = await this.sessions.renew(cookieText, deviceOfRequest(request));
    response.setHeader('set-cookie', cookie);
    return session;
  }

  @Public()
  @Serve(signOut)
  async signOut(
    @CurrentCaller() caller: Caller | undefined,
    @Headers('cookie') cookieText: string | undefined,
    @Res({ passthrough: true }) response: ServerResponse,
  ): Promise<void> {
    response.setHeader('set-cookie', await this.sessions.signOut(cookieText, caller?.session));
  }

  @AllowAdmins()
  @Serve(startView)
  startView(@CurrentCaller() caller: Caller, @Body({ schema: ViewStart }) body: ViewStart): Promise<Session> {
    return this.views.start(caller, body);
  }

  @Serve(listSessions)
  async list(@CurrentCaller() { id, session }: Caller): Promise<Sessions> {
    return { data: await this.sessions.list(id, session) };
  }

  @Serve(endOtherSessions)
  async endOthers(@CurrentCaller() { id, session }: Caller): Promise<void> {
    await this.sessions.endAll(id, session);
  }

  /** Returns 404 to non-administrators for another user's session, and to admins for a super admin's session. */
  @Serve(endSession)
  async end(@CurrentCaller() caller: Caller, @Param({ schema: IdParams }) { id }: IdParams): Promise<void> {
    const userId = await this.sessions.ownerOf(id);
    if (userId === null || (userId !== caller.id && !callerIsAdmin(caller))) throw notFound();
    await this.users.get(caller, userId).catch((error: unknown) => {
      throw error instanceof Problem && error.code === 'not_found' ? notFound() : error;
    });
    await this.sessions.endOne(id);
  }

  @AllowAdmins()
  @Serve(listUserSessions)
  async listOf(@CurrentCaller() caller: Caller, @Param({ schema: IdParams }) { id }: IdParams): Promise<Sessions> {
    await this.users.get(caller, id);
    return { data: await this.sessions.list(id, caller.session) };
  }

  @AllowAdmins()
  @Serve(endUserSessions)
  async endOf(@CurrentCaller() caller: Caller, @Param({ schema: IdParams }) { id }: IdParams): Promise<void> {
    await this.users.get(caller, id);
    await this.sessions.endAll(id, caller.session);
  }
}
