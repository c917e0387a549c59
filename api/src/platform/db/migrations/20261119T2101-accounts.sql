-- A member may sign in with GitHub alone. `hasOtherSignInMethod` sees to it that no account loses its last way in.
alter table accounts drop constraint accounts_check;
