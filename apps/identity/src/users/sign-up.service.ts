import { EntityManager, UniqueConstraintViolationException } from '@mikro-orm/postgresql';
import { Injectable, Logger } from '@nestjs/common';
import { Usertype } from '@portico/contracts/common/roles';
import { LeadSignUp, type SignUpReceipt, type UserCreate, VendorSignUp } from '@portico/contracts/http/identity';
import { type Caller, type Pass, Problem, validate } from '@portico/service';
import { z } from 'zod';
import { Proofs } from '../bot-check/proofs.ts';
import { User } from '../user-row/user.entity.ts';
import { UsersService } from './users.service.ts';

type Visitor = {
  caller: Caller | undefined;
  /** Why the sender's token was rejected; undefined without a token or with a valid token. */
  refusal: Problem | undefined;
  proof: string | undefined;
};

const Kind = z.object({ usertype: Usertype });
const FORMS = { LEAD: LeadSignUp, VENDOR: VendorSignUp };

export const isPublicForm = (body: unknown): boolean => {
  const { success, data } = Kind.safeParse(body);
  return success && data.usertype in FORMS;
};

/** Creates users from public forms: sign-up, demo request, vendor registration. */
@Injectable()
export class SignUpService {
  private readonly logger = new Logger(SignUpService.name);

  constructor(
    private readonly em: EntityManager,
    private readonly users: UsersService,
    private readonly proofs: Proofs,
  ) {}

  /**
   * Creates a lead or a vendor. If the e-mail is registered already, no user changes, but the checks, the commit and the response are the
   * same, so that the form does not reveal accounts. A rejected form does not consume its proof.
   */
  async signUp(visitor: Visitor, body: unknown): Promise<SignUpReceipt> {
    const { usertype } = validate(Kind, body);
    if (usertype !== 'LEAD' && usertype !== 'VENDOR')
      throw visitor.caller ? Problem.forbidden() : (visitor.refusal ?? Problem.unauthenticated());
    if (visitor.proof === undefined && visitor.refusal) throw visitor.refusal;
    const pass = await this.proofs.check(visitor.proof);
    const user = toUser(validate<typeof LeadSignUp | typeof VendorSignUp>(FORMS[usertype], body));
    await this.insertOnce(pass, user).catch((error: unknown) => {
      if (!(error instanceof UniqueConstraintViolationException)) throw error;
      return this.insertOnce(pass, user); // a concurrent form has registered the e-mail
    });
    return { name: user.name, email: user.email, usertype };
  }

  private async insertOnce(pass: Pass, user: UserCreate): Promise<void> {
    await this.em.fork().transactional(async (em) => {
      await this.proofs.use(em, pass);
      if ((await em.count(User, { email: user.email })) > 0)
        this.logger.log('sign-up ignored, a user with this e-mail already exists');
      else await this.users.insert(em, user);
    });
  }
}

const toUser = (form: LeadSignUp | VendorSignUp): UserCreate => {
  if (!('message' in form)) return form;
  const { message, ...fields } = form;
  return { ...fields, description: message };
};
