(define (problem t1) (:domain trucks) (:objects t1 - truck a b c - place p q - parcel)
 (:init (at t1 a) (lies p a) (lies q b) (road a b) (road b a) (road b c) (road c b)
  (= (far a b) 2) (= (far b a) 2) (= (far b c) 3) (= (far c b) 3) (= (fuel t1) 1) (= (load t1) 0) (= (room t1) 3) (= (weight p) 2) (= (weight q) 1) (= (pumps) 0) (= (total-cost) 0))
 (:goal (and (lies p c) (lies q c) (<= (load t1) 0))) (:metric minimize (total-cost)))
