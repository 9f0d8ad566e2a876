import type { IncomingMessage, ServerResponse } from 'node:http';
import { Body, Controller, Req, Res } from '@nestjs/common';
import {
  exchangeToken,
  getCurrentUser,
  type Session,
  TokenExchange,
  type User,
} from '@portico/contracts/http/identity';
import { endByProvider } from '@portico/contracts/http/sessions';
import { type Caller, CurrentCaller, Problem, Public, Serve } from '@portico/service';
import { deviceOfRequest } from '../sessions/device.ts';
import { OrganizationViewsService } from './organization-views.service.ts';
import { UsersService } from '../users/users.service.ts';
import { SignOnService } from './sign-on.service.ts';

@Controller()
export class SignOnController {
  constructor(
    private readonly signOn: SignOnService,
    private readonly users: UsersService,
    private readonly views: OrganizationViewsService,
  ) {}

  @Public()
  @Serve(exchangeToken)
  async exchange(
    @Body({ schema: TokenExchange }) body: TokenExchange,
    @Req() request: IncomingMessage,
    @Res({ passthrough: true }) response: ServerResponse,
  ): Promise<Session> {
    const { session, cookie } = await this.signOn.exchange(body, deviceOfRequest(request));
    response.setHeader('set-cookie', cookie);
    return session;
  }

  /** @param body - `application/x-www-form-urlencoded`, as a Buffer */
  @Public()
  @Serve(endByProvider)
  endByProvider(@Body() body: unknown): Promise<void> {
    const form = new URLSearchParams(Buffer.isBuffer(body) ? body.toString() : '');
    return this.signOn.endByProvider(form.get('logout_token') ?? '');
  }

  @Serve(getCurrentUser)
  current(@CurrentCaller() caller: Caller): Promise<User> {
    const { id, actor, session } = caller;
    if (actor !== undefined && session !== undefined) return this.views.userOf(id, actor, session);
    return this.users.get(caller, caller.id).catch((error: unknown) => {
      throw error instanceof Problem && error.code === 'not_found' ? Problem.unauthenticated() : error;
    });
  }
}
