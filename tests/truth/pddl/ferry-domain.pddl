; Every construct of conditions in one small domain.
(define (domain ferry)
  (:requirements :typing :equality :negative-preconditions :disjunctive-preconditions :quantified-preconditions :conditional-effects :action-costs)
  (:types car vehicle - object truck - vehicle shore)
  (:constants west - shore)
  (:predicates (at ?x - (either car truck) ?s - shore) (aboard ?x - (either car truck)) (ferry-at ?s - shore)
    (full) (broken ?s - shore) (joined ?a ?b ?c - shore))
  (:functions (total-cost) - number (fare ?a ?b - shore) - number)
  (:action cross
    :parameters (?a ?b - shore)
    :precondition (and (ferry-at ?a) (not (= ?a ?b)) (imply (broken ?b) (full)) (or (joined ?a west ?b) (joined ?b west ?a))
                       (<= (fare ?a ?b) 6))
    :effect (and (not (ferry-at ?a)) (ferry-at ?b) (increase (total-cost) (+ 1 (fare ?a ?b)))
                 (when (and (full) (broken ?b)) (not (broken ?b)))))
  (:action board
    :parameters (?x - (either car truck) ?s - shore)
    :precondition (and (at ?x ?s) (ferry-at ?s) (not (full)) (forall (?y - (either car truck)) (not (aboard ?y))))
    :effect (and (not (at ?x ?s)) (aboard ?x) (full) (increase (total-cost) 1)))
  (:action leave
    :parameters (?x - (either car truck) ?s - shore)
    :precondition (and (aboard ?x) (ferry-at ?s) (exists (?y - shore) (and (not (= ?y ?s)) (not (broken ?y)))))
    :effect (and (not (aboard ?x)) (at ?x ?s) (not (full)))))
