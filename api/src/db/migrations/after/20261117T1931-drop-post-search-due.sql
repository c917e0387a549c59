-- Posts without a search entry have been events since 20261116T1200; the rule served the program before that.
drop table post_search_due;
